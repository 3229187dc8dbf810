import type { PluginNames } from './names.ts';

/** Text of `resources/notes.ts`: operations, access and filter. */
export const resource = ({
  address,
}: PluginNames): string => `import { accepts, creates, pageOf, resource, returns, use, type Call } from 'lectern';
import { done } from 'lectern/core';
import { failures } from '../failures.ts';
import { Notes } from '../services/notes.ts';
import { newNote, note, noteChange, noteList } from '../shapes/note.ts';

/** Notes of the signed-in user. */
@resource('${address}', { signedIn: true, missing: failures.noteNotFound })
export default class NotesResource {
  protected readonly notes = use(Notes).own;

  /** The user's notes, oldest first unless \`sort\` says otherwise. */
  @accepts(noteList)
  @returns(pageOf(note), 'public')
  search(call: Call<object, typeof noteList>) {
    return this.notes.page({ userId: call.user.id }, call.input, call);
  }

  /** One note. */
  @returns(note, 'public')
  get({ params, user }: Call<{ id: string }>) {
    return this.notes.get({ userId: user.id, id: params.id });
  }

  /** Creates a note. */
  @accepts(newNote)
  @creates
  @returns(note, 'public')
  add({ input, user }: Call<object, typeof newNote>) {
    return this.notes.add({ ...input, userId: user.id });
  }

  /** Changes the given fields of a note. */
  @accepts(noteChange)
  @returns(note, 'public')
  update({ params, input, user }: Call<{ id: string }, typeof noteChange>) {
    return this.notes.change({ userId: user.id, id: params.id }, input);
  }

  /** Deletes a note. */
  @returns(done, 'public')
  remove({ params, user }: Call<{ id: string }>) {
    return this.notes.remove({ userId: user.id, id: params.id });
  }
}
`;
