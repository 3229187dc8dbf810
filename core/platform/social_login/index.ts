export { askProvider } from './ask_provider.ts';
export { askServer, jsonObjectIn, type Question, type ServerAnswer } from './ask_server.ts';
export { account } from './credential.ts';
export { failures as socialLoginFailures } from './failures.ts';
export { ProviderAway, type LoginProvider } from './login_provider.ts';
export { LoopbackServer } from './loopback_server.ts';
