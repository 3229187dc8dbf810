// autocannon brings no types; this is what the benches use of it.
declare module 'autocannon' {
  /** A request that is another one each time. */
  interface ChangingRequest {
    readonly method: string;
    readonly setupRequest: (request: object) => object;
  }

  interface Options {
    readonly url: string;
    readonly connections: number;
    /** Seconds. */
    readonly duration: number;
    readonly headers?: Readonly<Record<string, string>>;
    readonly requests?: readonly ChangingRequest[];
  }

  interface Result {
    readonly non2xx: number;
    readonly requests: { readonly total: number };
    readonly statusCodeStats: Readonly<Record<string, { readonly count: number }>>;
  }

  export default function autocannon(options: Options): Promise<Result>;
}
