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
  revised,
  standardFailures,
  use,
  summary,
} from 'lectern';
import type { Call, ChosenValue, OpenCall, Services } from 'lectern';
import { failures } from '../failures.ts';
import type { Section } from '../section.ts';

const section = choiceOf('Setting', ({ settings }) =>
  settings.sections.map(({ shape }) => ({ shape, mode: 'public' })),
);

const name = {
  ...input.text({ maxLength: 50, description: 'Name of the section.' }),
  known: ({ settings }: Services) => settings.sections.map((one) => one.name),
};

const several = {
  types: input.list(name, { maxItems: 50, description: 'Names of the sections; the answer has one entry for each.' }),
};

const { loginRequired, permissionDenied } = standardFailures;

/**
 * Sections of the settings (specification, section 4, Settings). A section is public unless it declares a read
 * permission.
 */
@resource('/settings', { item: 'type', parameters: { type: name } })
export default class Settings {
  protected readonly settings = use('settings');

  @summary('Get a section of the settings')
  @open
  @fails(failures.sectionNotFound, loginRequired, permissionDenied)
  @returns(section)
  get({ params, user, reply }: OpenCall<{ type: string }>) {
    return this.show(this.settings.readable(params.type, user), reply);
  }

  @summary('Get several sections of the settings by name')
  @open
  @accepts(several)
  @fails(failures.sectionNotFound, loginRequired, permissionDenied)
  @returns(recordOf(section))
  async search({ input: { types }, user }: OpenCall<object, typeof several>) {
    const sections = types.map((type) => this.settings.readable(type, user));
    const shown = await Promise.all(sections.map(async (one) => [one.name, await this.show(one)] as const));
    return Object.fromEntries(shown);
  }

  @summary('Change a section of the settings. Only the given values change.')
  @requires('admin_setting')
  @accepts(anyFields)
  @revised
  @fails(failures.sectionNotFound)
  @returns(section)
  async update({ params, input: given, user, request, reply }: Call<{ type: string }>) {
    // The answer shows the section, so the caller also needs the permission to read the section.
    const found = this.settings.readable(params.type, user);
    await this.settings.update(found, given, request.revisions);
    return this.show(found, reply);
  }

  /** @param reply receives the revision of the section; missing when the answer shows several sections */
  protected async show(found: Section, reply?: Call['reply']): Promise<ChosenValue> {
    const { values, revision } = await this.settings.read(found);
    reply?.revision(revision);
    return choose(found.shape, 'public', values);
  }
}
