// autocannon brings no types; this is what the benches use of it.
declare module 'autocannon' {
  /** A request that is another one each time. */
  interface ChangingRequest {
    readonly method: string;
    readonly setupRequest: (request: object) => object;
  }

  interface Client {
    /** What it asks for from now on. */
    setRequest(request: { readonly path: string; readonly headers: Readonly<Record<string, string>> }): void;
  }

  interface Options {
    readonly url: string;
    readonly connections: number;
    /** Seconds. */
    readonly duration?: number;
    /** Requests in all, instead. */
    readonly amount?: number;
    /** Milliseconds between two samples; it ends with one of them. */
    readonly sampleInt?: number;
    readonly headers?: Readonly<Record<string, string>>;
    readonly requests?: readonly ChangingRequest[];
    /** Called for each client, before it asks. */
    readonly setupClient?: (client: Client) => void;
  }

  interface Result {
    readonly non2xx: number;
    /** Seconds. */
    readonly duration: number;
    readonly requests: { readonly total: number };
    readonly statusCodeStats: Readonly<Record<string, { readonly count: number }>>;
  }

  /** A load that is on its way; what came of it, once it has ended. */
  interface Running extends PromiseLike<Result> {
    on(event: 'response', listener: () => void): void;
    /** Ends it with the next of its samples. */
    stop(): void;
  }

  export default function autocannon(options: Options): Running;
}
