import { expect } from 'chai';
import { startPlatform } from '../../../../support/platform.ts';
import { started } from '../../../../support/started.ts';

interface Form {
  readonly name: string;
  readonly fields: {
    readonly name: string;
    readonly kind: string;
    readonly canBeEmpty: boolean;
    readonly value: unknown;
  }[];
}

describe('Forms of settings in the console', () => {
  const platform = started(startPlatform);

  const forms = async (nickname: string) => {
    const headers = await platform.as(nickname);
    return (await platform.api.get('/api/console/setting_forms').set(headers).expect(200)).body as Form[];
  };

  it('describe each setting with kind, allowed values, initial and present value', async () => {
    const manager = await platform.as('manager');
    await platform.api.patch('/api/settings/register').set(manager).send({ mode: 'mobile' }).expect(200);
    const register = (await forms('manager')).find(({ name }) => name === 'register');
    expect(register?.fields[0]).to.deep.include({
      name: 'mode',
      description: 'Ways to register: none while closed; `verify` asks for the link in the mail first.',
      kind: 'choice',
      words: ['closed', 'email', 'email_verify', 'mobile', 'email_mobile', 'email_verify_mobile'],
      initial: 'closed',
      value: 'mobile',
    });
    const emptiable = (await forms('manager'))
      .filter(({ name }) => ['coin', 'consult', 'site'].includes(name))
      .flatMap(({ fields }) => fields.filter(({ canBeEmpty }) => canBeEmpty).map(({ name }) => name));
    expect(emptiable).to.include.members(['name', 'url', 'logo', 'qq']).and.not.include.members(['rate', 'cash_model']);
    expect(register?.fields.map(({ kind }) => kind)).to.deep.equal(['choice', 'choice', 'flag']);
    const kinds = (await forms('manager')).flatMap(({ fields }) => fields.map(({ kind }) => kind));
    expect(new Set(kinds)).to.include.all.keys('number', 'text', 'entries');
  });

  it('include sections of plugins, but neither composed nor unreadable sections', async () => {
    const names = (await forms('manager')).map(({ name }) => name);
    expect(names).to.include.members(['site', 'vip']);
    expect(names).not.to.include('ugc');
    const { settings, settingForms } = platform.services;
    const hidden = settings.sections.filter(({ readPermission }) => readPermission !== undefined);
    expect(names).to.include.members(hidden.map(({ name }) => name));
    const operator = { id: '4', nickname: 'operator', roles: [], permissions: new Set(['console_setting']) };
    const shown = (await settingForms.list(operator)).map(({ name }) => name);
    expect(hidden).not.to.be.empty;
    expect(shown).not.to.include.members(hidden.map(({ name }) => name));
  });
});
