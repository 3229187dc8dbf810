import type { Sent } from '../../../core/devtools/check/requests/client.ts';

/** A generated request, and the caller that sends it. */
export interface HostileRequest extends Sent {
  readonly caller: 'anonymous' | 'student' | 'manager';
}

/** The server as sources read it. */
export interface ReadServer {
  /** Entity tag that a path has now; undefined without one. */
  readonly tagOf: (path: string) => Promise<string | undefined>;
}

/** Generates hostile requests of one kind, such as uploads of pictures. */
export interface HostileSource {
  readonly name: string;
  /** Statuses that the requests may get. */
  readonly statuses: readonly number[];
  /** Requests of a round; the same seed yields the same requests. */
  requests(seed: number, server: ReadServer): Promise<readonly HostileRequest[]>;
}
