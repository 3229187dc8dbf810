import { accepts, creates, fails, pageOf, resource, returns, use, summary, type Call } from 'lectern';
import { keysetPaging } from '../../../infrastructure/database/index.ts';
import { done, userFailures } from '../../users/index.ts';
import { failures } from '../failures.ts';
import { applicationChange, newApplication, type ApplicationChange, type NewApplication } from '../inputs.ts';
import { application, applicationWithSecret } from '../shapes/application.ts';

/** Applications that call the API by the Access-Token method, for managers of users. */
@resource('/applications', { requires: 'admin_user', missing: failures.applicationNotFound })
export default class Applications {
  protected readonly applications = use('applications');
  protected readonly editing = use('applicationEditing');

  @summary('List applications, newest first')
  @accepts(keysetPaging)
  @returns(pageOf(application), 'public')
  search({ input: place }: Call<object, typeof keysetPaging>) {
    return this.applications.list(place);
  }

  @summary('Get an application')
  @returns(application, 'public')
  get({ params }: Call<{ id: string }>) {
    return this.applications.get(params.id);
  }

  @summary(
    'Create an application that calls the API by Access-Token. It gets a service account; its secret is shown ' +
      'only once.',
  )
  @accepts(newApplication)
  @creates
  @fails(failures.nameTaken, userFailures.roleHoldsMore)
  @returns(applicationWithSecret, 'public')
  async add({ input, user }: Call<object, NewApplication>) {
    const { id, secretKey } = await this.editing.add(input, user);
    return { secretKey, ...(await this.applications.get(id)) };
  }

  @summary(
    'Change an application. Renames it, sets its roles, or switches it on or off. Applications of the configuration ' +
      'can only be switched on or off.',
  )
  @accepts(applicationChange)
  @fails(failures.nameTaken, failures.configuredApplication)
  @fails(userFailures.notYourself, userFailures.accountHoldsMore, userFailures.roleHoldsMore)
  @returns(application, 'public')
  async update({ params, input: change, user }: Call<{ id: string }, ApplicationChange>) {
    await this.editing.change(params.id, change, user);
    return this.applications.get(params.id);
  }

  @summary('Remove an application. Its service account is cancelled. Applications of the configuration are refused.')
  @fails(failures.configuredApplication)
  @fails(userFailures.notYourself, userFailures.accountHoldsMore)
  @returns(done, 'public')
  async remove({ params, user }: Call<{ id: string }>) {
    await this.editing.remove(params.id, user);
    return { success: true };
  }
}
