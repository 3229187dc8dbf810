import type { Pair } from './change.ts';
import type { Tree } from './tree.ts';

/** Sender of a value: the client (`sent`), whose values must stay valid, or the server (`answered`). */
export type Direction = 'sent' | 'answered';

/** Direction and form of the values of a schema. */
interface Use {
  readonly direction: Direction;
  /** Whether values are sent as text, as in a query. A number is a valid text then. */
  readonly isText?: boolean;
  /** Enclosing pairs of schemas, as JSON. The comparison stops at a pair inside itself, as in a recursive schema. */
  readonly around?: readonly string[];
}

/** A schema in both versions, references resolved. */
export type Schema = Pair<Tree> & Use;

/** A schema in both versions as written in the documents, with references. */
export type Schemas = Pair<unknown> & Use;
