import { field, shape } from 'lectern';

/** An account at a login provider that is bound to the current user (specification, section 2). Without the openid. */
export const thirdPartyAccount = shape('ThirdPartyAccount').mode('public', {
  type: field.text('Login provider, for DELETE /me/third_party_accounts/{type}.'),
  createdTime: field.datetime('Time since which the account signs the user in.'),
});
