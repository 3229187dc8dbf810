import type { PluginNames } from './names.ts';

/** Text of `services/notes.ts`: domain rules, and the only file that reads and writes the table. */
export const service = ({ event, table }: PluginNames): string => `import { use } from 'lectern';
import { Records } from 'lectern/core';
import { failures } from '../failures.ts';
import { note, noteList } from '../shapes/note.ts';

declare module 'lectern' {
  interface Events {
    '${event}': { readonly id: string; readonly userId: string };
  }
}

/** Notes of users. A user sees and changes only their own; each new note publishes an event. */
export class Notes {
  readonly #events = use('events');
  readonly own = new Records(note, {
    table: '${table}',
    within: 'userId',
    list: noteList,
    missing: failures.noteNotFound,
    added: ({ id }, { userId }) => this.#events.publish('${event}', { id, userId }),
  });
}
`;
