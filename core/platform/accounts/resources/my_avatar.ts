import { accepts, fails, input, resource, returns, standardFailures, summary, use, type Call } from 'lectern';
import { accountOf, user as userShape, userFailures } from '../../users/index.ts';
import { failures } from '../failures.ts';
import { uploadedFile } from '../services/upload.ts';

const { badRequest, tooManyRequests, unavailable } = standardFailures;
const { needsAccount, userNotFound } = userFailures;

const upload = { bytes: input.bytes({ types: ['image/png', 'image/jpeg', 'multipart/form-data'] }) };

/** The portrait of the current user (specification, section 4, Accounts). */
@resource('/me/avatar', { singleton: true })
export default class MyAvatar {
  protected readonly portraits = use('portraits');
  protected readonly users = use('users');

  @summary('Upload your portrait. A PNG or JPEG, as the body or as the file of a multipart form.')
  @accepts(upload)
  @fails(failures.wrongPicture, badRequest, tooManyRequests, unavailable, needsAccount, userNotFound)
  @returns(userShape, 'authenticated')
  async update({ user, input: { bytes }, request }: Call<object, typeof upload>) {
    const id = accountOf(user);
    await this.portraits.set(id, await uploadedFile(bytes, request));
    return this.users.profile(id);
  }

  @summary('Remove your portrait')
  @fails(needsAccount, userNotFound)
  @returns(userShape, 'authenticated')
  async remove({ user }: Call) {
    const id = accountOf(user);
    await this.portraits.remove(id);
    return this.users.profile(id);
  }
}
