import { hash } from 'node:crypto';
import { anyFields, type Caller, type ExtensionPoints, type RequestView, use } from 'lectern';
import { together, type Statement } from '../../database/index.ts';
import { isSelfRecording } from '../records_itself.ts';
import { peopleIn } from './personal_data.ts';
import { compared, isUnchanged, namesIn, type Compared } from './compared.ts';

type ChangeRecorder = ExtensionPoints['changeRecorders'];
type ManagedChange = Parameters<ChangeRecorder['record']>[0];

/** A change by a manager or by a command. */
export interface AuditEntry extends Compared {
  /** The manager; undefined for the command line. */
  readonly by?: Pick<Caller, 'id' | 'nickname'>;
  readonly action: 'add' | 'update' | 'remove';
  /** Address of the resource, such as `/coupons`. */
  readonly resource: string;
  /** Path of the object, such as `/coupons/7`. */
  readonly path: string;
  /** Names of the input fields that the request gave. */
  readonly fields: readonly string[];
  readonly requestId?: string;
}

type Row = Readonly<Record<string, unknown>>;

const columns =
  'created_at, user_id, nickname, action, resource, path, fields, before, after, request_id, people'.split(', ');
const COMMAND_LINE = 'lectern';
/**
 * Number of rows in `admin_log_locks`. Changes of one object lock the same row; different objects seldom share a row.
 */
const SLOTS = 1_024;

/**
 * Records changes by managers: operations that write and need a permission, and changes passed to `note`. The values of
 * operations are taken from answers, with redacted secrets.
 *
 * @example
 * const entry = { by: user, action: 'add', resource: '/plugins/desk/keys', path: `/plugins/desk/keys/${id}` } as const;
 * await auditTrail.note({ ...entry, fields: ['room'], before: null, after: { room } });
 */
export class AuditTrail implements ChangeRecorder {
  readonly #clock = use('clock');
  readonly #database = use('database');
  readonly #insert: Statement<object, Row> = this.#database.statement((q, param) =>
    q('admin_logs').insert(Object.fromEntries(columns.map((column) => [column, param(column)]))),
  );
  readonly #lock: Statement<object, { slot: number }> = this.#database.statement(
    'insert into admin_log_locks (slot) values (:slot) on conflict (slot) do update set slot = excluded.slot',
  );
  /** Changes of operations that are marked with `@recordsItself`, for `complete`. */
  readonly #open = new WeakMap<RequestView, ManagedChange>();

  /**
   * Runs an operation and records its change in the same transaction; operations with `@recordsItself` call `complete`.
   * Failed operations, and updates of fields without an effect, are not recorded. Updates and removals of one readable
   * object wait for one another. Other code does not wait, so that `after` may include changes by such code.
   */
  async record(change: ManagedChange, run: () => unknown): Promise<unknown> {
    const { route, call } = change;
    if (isSelfRecording(route.target, route.operation)) {
      this.#open.set(call.request, change);
      return run();
    }
    return this.#database.transaction(() => this.#recordHere(change, run));
  }

  async #recordHere(change: ManagedChange, run: () => unknown): Promise<unknown> {
    const { route, call, shown } = change;
    if (route.operation === 'add' || !shown) {
      const result = await run();
      await this.#write(change, { before: null, after: change.answered(result) });
      return result;
    }
    // Other recorded changes of the object wait, so that none comes between `before` and `after`.
    const slot = hash('sha256', filled(route.address, call.params), 'buffer').readUInt16BE() % SLOTS;
    const [, before] = await together([this.#lock.all({ slot }), shown()]);
    const result = await run();
    const values = { before, after: await shown(result) };
    if (!isEdit(route) || !isUnchanged(call.input, values)) await this.#write(change, values);
    return result;
  }

  /** Records the change of an operation marked with `@recordsItself`, within the open transaction. */
  async complete(request: RequestView, result: unknown): Promise<void> {
    const change = this.#open.get(request);
    if (change) await this.#write(change, { before: null, after: change.answered(result) });
  }

  /** Records a change that `record` does not see, such as by a command, within the open transaction. */
  async note({ by, requestId, before, after, ...entry }: AuditEntry): Promise<void> {
    const { nickname = COMMAND_LINE, id: user_id = null } = by ?? {};
    const values = compared({ before, after });
    const row = {
      ...entry,
      created_at: this.#clock.now(),
      user_id,
      nickname,
      before: jsonOf(values.before),
      after: jsonOf(values.after),
      request_id: requestId ?? null,
      people: peopleIn({ userId: user_id, nickname, path: entry.path, ...values }),
    };
    await this.#database.atCommit(this.#insert, row);
  }

  #write({ route, call }: ManagedChange, values: Compared): Promise<void> {
    const { operation, address } = route;
    const isNew = operation === 'add';
    const path = filled(address, call.params);
    return this.note({
      by: call.user,
      action: operation as AuditEntry['action'],
      resource: isNew ? address : address.replace(/\/\{\w+\}$/, ''),
      path: isNew ? `${path}${suffixOf(values.after)}` : path,
      fields: namesIn(call.input),
      requestId: call.request.id,
      ...values,
    });
  }
}

/** Whether an operation edits fields. An update without fields is an action, which may leave the answer unchanged. */
function isEdit({ operation, input }: ManagedChange['route']): boolean {
  return operation === 'update' && (input === anyFields || Object.keys(input).length > 0);
}

function filled(address: string, params: object): string {
  const given = params as Readonly<Record<string, string>>;
  return address.replaceAll(/\{(\w+)\}/g, (_, name: string) => given[name] ?? '');
}

/** Path of a new object below its list, by the id or serial number in the answer; empty without either. */
function suffixOf(answer: unknown): string {
  const { id, sn } = (answer ?? {}) as { id?: unknown; sn?: unknown };
  const key = id ?? sn;
  return typeof key === 'string' || typeof key === 'number' ? `/${key}` : '';
}

function jsonOf(value: unknown): string | null {
  return value === null || value === undefined ? null : JSON.stringify(value);
}
