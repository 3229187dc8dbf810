import { serveCrowded } from './crowded_platform.ts';
import { lecternOn } from './frameworks.ts';
import { CROWD, inTurn, print, type Effort } from './measure.ts';
import { placeOnServer } from './place_on_server.ts';
import { startServer } from './server_process.ts';
import { settled, warmUp } from './warm_up.ts';

const ROWS = 1_000;
const WARMTH = { requests: 20_000, seconds: 9 };
const path = '/api/item_bank_exercises/1';

/**
 * What it costs to know who calls: one row of the database for anybody, with a token and with a JWT. One process serves
 * all of them in turn, so that nothing differs but the credential.
 */
export async function benchIdentity(effort: Effort): Promise<void> {
  const place = await placeOnServer('Identity');
  if (!place) return;
  try {
    const kernel = await serveCrowded(place, ROWS);
    const token = { 'X-Auth-Token': await kernel.services.tokens.issue('4') };
    await kernel.stop();
    const server = await startServer(lecternOn(place));
    try {
      const { jwt } = (await (await fetch(`${server.origin}/api/auth/getJwt`, { headers: token })).json()) as {
        jwt: string;
      };
      const visitors = { anybody: {}, token, JWT: { Authorization: `Bearer ${jwt}` } };
      const asked = Object.entries(visitors).map(([name, headers]) => ({
        server: { ...server, name },
        question: { path, headers },
      }));
      await settled(server);
      const questions = asked.map(({ question }) => question);
      await warmUp(server, questions, WARMTH);
      const figures = await inTurn(asked, { ...effort, connections: CROWD });
      print('One row for anybody, with a token (aim: 1.2) and with a JWT (aim: 1.5), 64 at a time', figures);
    } finally {
      server.stop();
    }
  } finally {
    await place.clear();
  }
}
