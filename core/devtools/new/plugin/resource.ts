import type { PluginNames } from './names.ts';

/** Text of `resources/notes.ts`: operations, access and filter. */
export const resource = ({
  address,
  service,
}: PluginNames): string => `import { accepts, creates, fails, inputsOf, pageOf, paging, resource, returns, signedIn, use } from 'lectern';
import type { Call, InputOf } from 'lectern';
import { done } from 'lectern/core';
import { failures } from '../failures.ts';
import { note } from '../shapes/note.ts';

const newNote = inputsOf(note, ['text']);

/** Notes of the signed-in user. */
@resource('${address}')
export default class Notes {
  protected readonly notes = use('${service}');

  /** The user's notes, oldest first. */
  @signedIn
  @accepts(paging)
  @returns(pageOf(note), 'simple')
  search({ input: page, user }: Call<object, InputOf<typeof paging>>) {
    return this.notes.list(user.id, page);
  }

  /** One note. */
  @signedIn
  @fails(failures.noteNotFound)
  @returns(note, 'full')
  get({ params, user }: Call<{ id: string }>) {
    return this.notes.get(user.id, params.id);
  }

  /** Creates a note. */
  @signedIn
  @accepts(newNote)
  @creates
  @returns(note, 'full')
  add({ input: { text }, user }: Call<object, InputOf<typeof newNote>>) {
    return this.notes.add(user.id, text);
  }

  /** Deletes a note. */
  @signedIn
  @fails(failures.noteNotFound)
  @returns(done, 'public')
  async remove({ params, user }: Call<{ id: string }>) {
    await this.notes.remove(user.id, params.id);
    return { success: true };
  }
}
`;
