import {
  accepts,
  anyFields,
  choiceOf,
  choose,
  fails,
  input,
  open,
  recordOf,
  requires,
  resource,
  returns,
  use,
} from 'lectern';
import type { Call, ChosenValue, InputOf, OpenCall } from 'lectern';
import { failures } from '../failures.ts';
import type { SiteSettings } from '../services/site_settings.ts';

const section = choiceOf('Setting', ({ settings }) =>
  settings.sections.map(({ shape }) => ({ shape, mode: 'public' })),
);

const several = { types: input.list(input.text({ maxLength: 50 }), { maxItems: 50 }) };

/** Sections of the settings, readable by anyone (specification, section 4, Settings). */
@resource('/settings', { item: 'type' })
export default class Settings {
  constructor(@use('settings') protected readonly settings: SiteSettings) {}

  /** One section. @throws failures.sectionNotFound */
  @open
  @fails(failures.sectionNotFound)
  @returns(section)
  get({ params }: OpenCall<{ type: string }>) {
    return this.show(params.type);
  }

  /** Several sections by name. @throws failures.sectionNotFound */
  @open
  @accepts(several)
  @fails(failures.sectionNotFound)
  @returns(recordOf(section))
  async search({ input: { types } }: OpenCall<object, InputOf<typeof several>>) {
    const shown = await Promise.all(types.map(async (type) => [type, await this.show(type)] as const));
    return Object.fromEntries(shown);
  }

  /** Changes the given values of a section. @throws failures.sectionNotFound, invalidParameter */
  @requires('admin_setting')
  @accepts(anyFields)
  @fails(failures.sectionNotFound)
  @returns(section)
  async update({ params, input: given }: Call<{ type: string }>) {
    await this.settings.update(this.settings.section(params.type), given);
    return this.show(params.type);
  }

  protected async show(type: string): Promise<ChosenValue> {
    const found = this.settings.section(type);
    return choose(found.shape, 'public', await this.settings.get(found));
  }
}
