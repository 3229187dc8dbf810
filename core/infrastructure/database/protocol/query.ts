/** SQL and its values for the driver. */
export interface Query {
  readonly text: string;
  readonly values: unknown[];
  /** Name of the prepared statement; undefined if the server parses the text each time. */
  readonly name?: string;
}
