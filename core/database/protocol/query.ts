/** SQL and its values for the driver. */
export interface Query {
  readonly text: string;
  readonly values: unknown[];
  /** Name of a prepared statement. */
  readonly name?: string;
}
