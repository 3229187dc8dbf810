import type { PortabilityRule } from './rule.ts';
import { portabilityRules } from './rules.ts';
import { nodesOf } from './sql_nodes.ts';

type Parse = (sql: string) => unknown;

/** Finds SQL features that are not portable, with the parser of PostgreSQL. */
export class Portability {
  readonly #parse: Parse;

  private constructor(parse: Parse) {
    this.#parse = parse;
  }

  /** Loads the SQL parser on demand, because the server needs no parser. */
  static async load(): Promise<Portability> {
    const { loadModule, parseSync } = await import('libpg-query');
    await loadModule();
    return new Portability(parseSync);
  }

  /** Rules that a statement sent to the database violates. @throws Error when `sql` is not valid SQL */
  brokenBy(sql: string): PortabilityRule[] {
    return rulesBrokenIn(this.#parse(sql));
  }

  /**
   * Rules that a text in the sources violates. The text is a statement or a part of one, with knex's `?` and `??`.
   * @param isSql false when the text may not be SQL; then only complete statements are checked
   */
  brokenInSource(text: string, isSql: boolean): PortabilityRule[] {
    const sql = withoutPlaceholders(text);
    const forms = isSql ? [sql, `select ${sql}`, `select 1 from t where ${sql}`, `create table t (${sql})`] : [sql];
    for (const form of forms) {
      const tree = this.#tried(form);
      if (tree) return rulesBrokenIn(tree);
    }
    return isSql ? portabilityRules.filter(({ words }) => words.test(withoutTexts(sql))) : [];
  }

  #tried(sql: string): unknown {
    try {
      return this.#parse(sql);
    } catch {
      return undefined;
    }
  }
}

function rulesBrokenIn(tree: unknown): PortabilityRule[] {
  const nodes = [...nodesOf(tree)];
  return portabilityRules.filter(({ breaks }) => nodes.some(breaks));
}

function withoutPlaceholders(text: string): string {
  return text.replace(/\\\?/g, '#').replace(/\?\?/g, 'lectern_name').replace(/\?/g, '$1');
}

/** Empties string literals, and removes comments that begin with `--`. */
function withoutTexts(sql: string): string {
  return sql.replace(/'[^']*'/g, "''").replace(/--[^\n]*/g, '');
}
