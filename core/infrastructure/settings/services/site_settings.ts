import { isDeepStrictEqual } from 'node:util';
import { standardFailures, use, type Caller } from 'lectern';
import { SharedCache, type Statement } from '../../database/index.ts';
import { failures } from '../failures.ts';
import type { Section, SectionValues } from '../section.ts';

type Values = Readonly<Record<string, unknown>>;
type Snapshot = ReadonlyMap<string, Row>;

interface Row {
  readonly section: string;
  readonly values: Values;
  readonly revision: string;
}

/** Section `modules.settings` of the configuration. */
export interface SettingsConfig {
  readonly cacheMs: number;
}

/**
 * Settings of the site, in sections. Modules contribute sections to the extension point `settingsSections`.
 *
 * @example
 * const { enabled } = await settings.get(vipSection);
 */
export class SiteSettings {
  readonly #database = use('database');
  readonly #clock = use('clock');
  readonly #events = use('events');
  readonly #contributions = use('contributions');
  readonly #rows: Statement<Row>;
  readonly #snapshots: SharedCache<Snapshot>;
  #byName: ReadonlyMap<string, Section> | undefined;

  constructor() {
    this.#rows = this.#database.statement((q) => q('settings').select('section', 'values', 'revision'));
    const { cacheMs } = use('settingsConfig');
    this.#snapshots = new SharedCache(this.#database, { table: 'settings', freshMs: cacheMs, usableMs: cacheMs });
  }

  /** All sections; a later layer replaces a section of the same name. */
  get sections(): readonly Section[] {
    return [...this.#sections().values()];
  }

  /** Returns a section by name. @throws failures.sectionNotFound */
  section(name: string): Section {
    const found = this.#sections().get(name);
    if (found) return found;
    const known = [...this.#sections().keys()].join(', ');
    throw failures.sectionNotFound({ message: `There is no such settings section; the sections are ${known}.` });
  }

  /** Returns a section if `reader` may read it. @throws failures.sectionNotFound, loginRequired, permissionDenied */
  readable(name: string, reader: Caller | undefined): Section {
    const found = this.section(name);
    const { readPermission } = found;
    if (readPermission === undefined) return found;
    if (!reader) throw standardFailures.loginRequired();
    if (!reader.permissions.has(readPermission)) throw standardFailures.permissionDenied();
    return found;
  }

  /** Returns the values of a section, converted for answers: stored values, otherwise initial values. */
  async get<S extends Section>(section: S): Promise<SectionValues<S>> {
    return (await this.read(section)).values;
  }

  /** Returns the values of a section with their revision, which grows with each change. */
  async read<S extends Section>(section: S): Promise<{ values: SectionValues<S>; revision: number }> {
    const snapshot = await this.#current();
    return {
      values: this.#present(section, snapshot) as SectionValues<S>,
      revision: revisionOf(section, snapshot),
    };
  }

  /**
   * Changes the given values of a section and keeps the others.
   * @param given unvalidated input of the client; the section validates it
   * @param seen revisions that the client has seen (`call.request.revisions`); undefined accepts any revision
   * @throws invalidParameter, preconditionFailed
   */
  async update(section: Section, given: unknown, seen?: readonly string[]): Promise<void> {
    const values = section.read(given) as Values;
    await this.#database.transaction(() => this.#write(section, values, seen));
  }

  async #write(section: Section, values: Values, seen: readonly string[] | undefined): Promise<void> {
    const changes = isComposed(section)
      ? Object.entries(section.parts)
          .filter(([part]) => values[part] !== undefined)
          .map(([part, name]) => [this.section(name), values[part] as Values] as const)
      : [[section, values] as const];
    for (const [changed, given] of changes) await this.#merge(changed, given);
    // Compares the revision after the change: a concurrent change then waits for the locked rows.
    const revision = seen && revisionOf(section, await this.#load()) - changes.length;
    if (seen && !seen.includes(String(revision))) throw standardFailures.preconditionFailed();
    this.#database.changed('settings');
  }

  /** Stores values in one statement, so that concurrent changes of different values do not overwrite each other. */
  async #merge(section: Section, values: Values): Promise<void> {
    const { name } = section;
    const names = await this.#changed(section, values);
    await this.#database.raw(
      `insert into settings (section, "values", updated_at) values (?, ?::jsonb, ?)
       on conflict (section) do update
       set "values" = settings."values" || excluded."values", updated_at = excluded.updated_at,
         revision = settings.revision + 1`,
      [name, JSON.stringify(values), this.#clock.now()],
    );
    if (names.length > 0) await this.#events.publish('setting.changed', { section: name, names });
  }

  /** Returns the names of the values that differ from the stored or initial values; locks the row of the section. */
  async #changed({ name, initial }: Section, values: Values): Promise<string[]> {
    const rows = this.#database.table<{ values: Values }>('settings').where('section', name);
    const before: Values = { ...initial, ...(await rows.forUpdate().first('values'))?.values };
    return Object.entries(values)
      .filter(([key, value]) => !isDeepStrictEqual(value, before[key]))
      .map(([key]) => key);
  }

  #present(section: Section, snapshot: Snapshot): object {
    const parts = Object.entries(section.parts).map(([part, name]) => [
      part,
      this.#present(this.section(name), snapshot),
    ]);
    const shown = Object.fromEntries(parts) as Values;
    return section.present({ ...section.initial, ...snapshot.get(section.name)?.values, ...shown });
  }

  /** Returns a cached snapshot of all sections. Changes by other processes appear after `cacheMs` at the latest. */
  #current(): Promise<Snapshot> {
    return this.#snapshots.of('all', this.#load);
  }

  readonly #load = async (): Promise<Snapshot> => {
    const rows = await this.#rows.all();
    return new Map(rows.map((row) => [row.section, row]));
  };

  #sections(): ReadonlyMap<string, Section> {
    return (this.#byName ??= new Map(
      this.#contributions.of('settingsSections').map((section) => [section.name, section]),
    ));
  }
}

function isComposed({ parts }: Section): boolean {
  return Object.keys(parts).length > 0;
}

/** Returns the revision of a section; for a composed section, the sum of the revisions of its parts. */
function revisionOf(section: Section, snapshot: Snapshot): number {
  const names = isComposed(section) ? Object.values(section.parts) : [section.name];
  return names.reduce((sum, name) => sum + Number(snapshot.get(name)?.revision ?? 0), 0);
}
