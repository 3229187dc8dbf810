import { listOf, requires, resource, returns, summary, use } from 'lectern';
import type { Call } from 'lectern';
import { settingForm } from '../shapes/setting_form.ts';

@resource('/console/setting_forms')
export default class SettingForms {
  protected readonly forms = use('settingForms');

  @summary(
    'List the sections of the settings that you may read. Each has what a form needs: accepted and initial values.',
  )
  @requires('console_setting')
  @returns(listOf(settingForm), 'public')
  search({ user }: Call) {
    return this.forms.list(user);
  }
}
