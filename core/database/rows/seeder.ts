/**
 * Generates rows for benchmarks and query plans. Modules contribute seeders to the extension point `seeders`; `lectern
 * seed` calls them. The rows resemble real data in size and distribution, and are added to existing rows.
 */
export interface Seeder {
  /** Name of the rows in the plural: `articles`. */
  readonly what: string;
  /**
   * @param scale number of articles that core generates, 100,000 for a large school; other rows in proportion
   * @returns number of generated rows
   */
  seed(scale: number): Promise<number>;
}
