import type { PluginNames } from './names.ts';

/** Text of `services/notes.ts`: domain rules, and the only file with SQL. */
export const service = ({ table }: PluginNames): string => `import { use, type Page } from 'lectern';
import { failures } from '../failures.ts';

export interface Note {
  readonly id: string;
  readonly text: string;
  readonly createdTime: Date;
}

const table = '${table}';
const columns = ['id', 'text', 'created_at as createdTime'];

/** Notes of users. Each user sees only their own notes. */
export class Notes {
  readonly #database = use('database');
  readonly #clock = use('clock');

  /** Notes of a user, oldest first. */
  async list(userId: string, { offset, limit }: { offset: number; limit: number }): Promise<Page<Note>> {
    const own = () => this.#database.table(table).where('user_id', userId);
    const data = await own().select<Note[]>(columns).orderBy('id').offset(offset).limit(limit);
    const [counted] = await own().count({ total: '*' });
    return { data, total: Number(counted?.['total']) };
  }

  /** @throws failures.noteNotFound */
  async get(userId: string, id: string): Promise<Note> {
    const found = await this.#database.table(table).where({ user_id: userId, id }).first<Note | undefined>(columns);
    if (!found) throw failures.noteNotFound();
    return found;
  }

  async add(userId: string, text: string): Promise<Note> {
    const row = { user_id: userId, text, created_at: this.#clock.now() };
    const [added] = await this.#database.table(table).insert(row).returning<Note[]>(columns);
    return added as Note;
  }

  /** @throws failures.noteNotFound */
  async remove(userId: string, id: string): Promise<void> {
    const removed = await this.#database.table(table).where({ user_id: userId, id }).delete();
    if (removed === 0) throw failures.noteNotFound();
  }
}
`;
