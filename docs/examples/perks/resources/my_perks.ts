import { field, listOf, resource, returns, shape, use } from 'lectern';
import type { Call } from 'lectern';

const perk = shape('Perk').mode('public', { text: field.text('What it is.') });

/** Perks of the user who has signed in. */
@resource('/me/perks')
export default class MyPerks {
  protected readonly perks = use('perks');

  /** All of them. */
  @returns(listOf(perk), 'public')
  async search({ user }: Call) {
    return (await this.perks.held(user.id)).map((text) => ({ text }));
  }
}
