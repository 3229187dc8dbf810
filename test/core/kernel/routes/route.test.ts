import { expect } from 'chai';
import { accessName, isIdParameter } from '../../../../core/kernel/routes/route.ts';

describe('A route', () => {
  it('names its access as lists of routes and documents do', () => {
    const names = [{ kind: 'open' }, { kind: 'signedIn' }, { kind: 'permission', permission: 'admin_user' }] as const;
    expect(names.map((access) => accessName(access))).to.deep.equal(['open', 'signed in', 'admin_user']);
  });

  it('has ids in parameters that are named like ids', () => {
    const names = ['id', 'courseId', 'Id', 'identity', 'code', 'levelID', 'void'];
    expect(names.filter(isIdParameter)).to.deep.equal(['id', 'courseId', 'Id']);
  });
});
