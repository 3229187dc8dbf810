/** Account of the demo data at a login provider; the sandbox knows no other account. */
export const demoAccount = { openid: 'demo-openid', accessToken: 'demo-access-token' };
