/**
 * Generates rows for benchmarks and query plans; the extension point `seeders`, called by `lectern seed`. The rows
 * resemble real data in size and distribution, and are added to existing ones.
 */
export interface Seeder {
  /** Name of the rows in the plural: `articles`. */
  readonly what: string;
  /**
   * @param scale 100,000 is a large school
   * @returns number of generated rows
   */
  seed(scale: number): Promise<number>;
}
