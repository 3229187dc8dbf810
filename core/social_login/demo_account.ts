/** The account of the demo data at the third party; the sandbox knows no other. */
export const demoAccount = { openid: 'demo-openid', accessToken: 'demo-access-token' };
