/**
 * Makes many rows, to measure with and to look at query plans; the extension point `seeders`, asked by `lectern seed`.
 * What is made is like real data in size and spread, and stands beside what is there.
 */
export interface Seeder {
  /** What it makes, in the plural: `articles`. */
  readonly what: string;
  /**
   * @param scale 100,000 is a large school
   * @returns how many were made
   */
  seed(scale: number): Promise<number>;
}
