import type { CommandContext } from '../../cli/index.ts';

/** `lectern token LOGIN`: creates an access token to try routes that require a login. */
export default function addToken({ program, io, withServices }: CommandContext): void {
  program
    .command('token')
    .argument('<login>', 'nickname, e-mail address or mobile number of a user')
    .description('Make an access token for a user and print it; send it as X-Auth-Token.')
    .action(async (login: string) => {
      await withServices(async (services) => {
        const user = await services.users.byLogin(login);
        if (!user) throw new Error(`There is no user "${login}".`);
        io.log(await services.tokens.issue(user.id));
      });
    });
}
