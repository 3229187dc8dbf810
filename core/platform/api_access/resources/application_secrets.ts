import { fails, requires, resource, returns, summary, use, type Call } from 'lectern';
import { userFailures } from '../../users/index.ts';
import { failures } from '../failures.ts';
import { applicationWithSecret } from '../shapes/application.ts';

@resource('/applications/{applicationId}/secrets')
export default class ApplicationSecrets {
  protected readonly applications = use('applications');
  protected readonly editing = use('applicationEditing');

  @summary(
    'Replace the secret of an application. The former Access-Token and all tokens of the application become ' +
      'invalid. The new secret is shown only once. Applications of the configuration are refused.',
  )
  @requires('admin_user')
  @fails(failures.applicationNotFound, failures.configuredApplication)
  @fails(userFailures.notYourself, userFailures.accountHoldsMore)
  @returns(applicationWithSecret, 'public')
  async add({ params: { applicationId }, user }: Call<{ applicationId: string }>) {
    const secretKey = await this.editing.rotate(applicationId, user);
    return { secretKey, ...(await this.applications.get(applicationId)) };
  }
}
