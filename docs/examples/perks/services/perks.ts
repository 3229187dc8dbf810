import type { Services } from 'lectern';

/** What members get besides the courses. */
export class Perks {
  readonly #byLevel: ReadonlyMap<string, readonly string[]>;
  readonly #clock: Services['clock'];
  readonly #levels: Services['vipLevels'];
  readonly #members: Services['vipMembers'];

  constructor({
    clock,
    perksConfig,
    vipLevels,
    vipMembers,
  }: Pick<Services, 'clock' | 'perksConfig' | 'vipLevels' | 'vipMembers'>) {
    this.#byLevel = new Map(Object.entries(perksConfig.byLevel));
    this.#clock = clock;
    this.#levels = vipLevels;
    this.#members = vipMembers;
  }

  /** Those of a level, by its name. */
  of(level: string): readonly string[] {
    return this.#byLevel.get(level) ?? [];
  }

  /** Those of a user; none without a membership that is valid now. */
  async held(userId: string): Promise<readonly string[]> {
    const membership = await this.#members.valid(userId, this.#clock.now());
    if (!membership) return [];
    const { name } = await this.#levels.get(membership.levelId, { manages: true });
    return this.of(name);
  }
}
