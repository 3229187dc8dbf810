import type { Answer } from '../declare/answer.ts';
import type { FailureKind, RestatedFailure } from '../declare/failure.ts';
import type { InputFields } from '../declare/input.ts';
import type { Operation } from '../base/operations.ts';
import type { Access, ResourceClass } from '../declare/resource_records.ts';
import type { Layer } from '../modules/layers.ts';

/** A remark on a file or setting, such as about an override of nothing. Remarks do not stop the start. */
export interface StartRemark {
  readonly file: string;
  readonly message: string;
}

/** An operation at an address, with everything that routing, checks, OpenAPI document and route list need. */
export interface Route {
  readonly operation: Operation;
  readonly methods: readonly string[];
  /** Declared path below `/api`; for an operation on one object with its parameter, such as `/courses/{id}`. */
  readonly address: string;
  readonly parameters: readonly string[];
  readonly layer: Layer;
  readonly module: string;
  /** Path below the root. */
  readonly file: string;
  /** Resource class of the operation. */
  readonly target: ResourceClass;
  readonly access: Access;
  readonly input: InputFields;
  readonly answer: Answer;
  readonly mode: string | undefined;
  readonly fails: readonly (FailureKind | RestatedFailure)[];
  readonly summary: string | undefined;
  /** Creates an object: the answer is 201 with the address of the object in `Location`. */
  readonly creates: boolean;
  /** Evaluates the revisions in `If-Match`. */
  readonly revised: boolean;
  /** Evaluates the header `Idempotency-Key`. */
  readonly idempotent: boolean;
  /** Seconds for which shared caches may store the answer to a caller without a credential; 0 forbids it. */
  readonly cached: number;
  /** Routes of earlier modules that this one overrides, the nearest first. */
  readonly overridden: readonly Route[];
  /** Reason why no later module may override the operation; undefined if they may. */
  readonly final: string | undefined;
  /** Input and answer in versions of the API where they differ, by version; absent if they differ in none. */
  readonly former?: ReadonlyMap<number, Pick<Route, 'input' | 'answer'>>;
  /** Runs the operation, on `self` instead of its resource if `super` of a subclass calls the operation. */
  readonly run: (call: never, self?: object) => unknown;
  // core/hosting adds `hooks`, `declared`, `extended`, `checkedEvents` and `deprecation` in the files that set them.
}

/** Returns `open`, `signed in`, or the code of the required permission. */
export function accessName(access: Access): string {
  if (access.kind === 'permission') return access.permission;
  return access.kind === 'open' ? 'open' : 'signed in';
}

const strength = { open: 0, signedIn: 1, permission: 2 };

/** Whether an access admits more kinds of callers than another one. */
export function isWeaker(access: Access, other: Access): boolean {
  return strength[access.kind] < strength[other.kind];
}

/** First method and address as in the OpenAPI document: `GET /api/courses/{id}`. */
export function routeName({ methods, address }: Pick<Route, 'methods' | 'address'>): string {
  return `${methods[0] ?? ''} /api${address}`;
}

/** Whether a parameter is an id by its name: `id`, `courseId`. */
export function isIdParameter(name: string): boolean {
  return name === 'id' || name.endsWith('Id');
}
