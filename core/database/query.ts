/** SQL and its values, as the driver takes them. */
export interface Query {
  readonly text: string;
  readonly values: unknown[];
  /** Of a statement that the server is to remember. */
  readonly name?: string;
}
