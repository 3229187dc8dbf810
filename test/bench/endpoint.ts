import { measure, print, type Effort } from './measure.ts';

/** The compiled endpoint (open, validated, filtered, a small static answer) against a bare handler. */
export async function benchEndpoint(effort: Effort): Promise<void> {
  const subjects = [
    { name: 'bare node:http', file: 'bare_server.ts', args: [], path: '/' },
    {
      name: 'Lectern',
      file: 'lectern_server.ts',
      args: ['1'],
      path: '/api/plugins/bench/kind0/things/7?q=small&size=3',
    },
  ];
  // Alone, a request pays for waking the server up; in a crowd it shares that with its neighbours.
  for await (const { connections, figures } of measure(subjects, { ...effort, atOnce: [1, 64] }))
    print(`Small static answer, ${connections} at a time (aim: a ratio of at most 1.35)`, figures);
}
