// autocannon brings no types; this is what the benches use of it.
declare module 'autocannon' {
  interface Options {
    readonly url: string;
    readonly connections: number;
    /** Seconds. */
    readonly duration: number;
  }

  interface Result {
    readonly non2xx: number;
    readonly requests: { readonly total: number };
  }

  export default function autocannon(options: Options): Promise<Result>;
}
