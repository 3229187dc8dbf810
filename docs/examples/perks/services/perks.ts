import { use } from 'lectern';

/** What members get besides the courses. */
export class Perks {
  readonly #clock = use('clock');
  readonly #levels = use('vipLevels');
  readonly #members = use('vipMembers');
  readonly #byLevel: ReadonlyMap<string, readonly string[]> = new Map(Object.entries(use('perksConfig').byLevel));

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
