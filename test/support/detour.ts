import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/** A proxy to a server. A cut proxy simulates an unreachable server. */
export interface Detour {
  readonly port: number;
  /** Ends every connection and accepts no further connections. */
  cut(): Promise<void>;
}

/** Opens a proxy to a server. @param at port of the proxy; a free one by default */
export async function openDetour(target: { host: string; port: number }, at = 0): Promise<Detour> {
  const sockets = new Set<Socket>();
  const server = createServer((near) => {
    const far = connect(target.port, target.host);
    for (const socket of [near, far]) {
      sockets.add(socket);
      socket.on('error', () => undefined);
      socket.on('close', () => {
        near.destroy();
        far.destroy();
      });
    }
    near.pipe(far).pipe(near);
  });
  server.listen(at, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    cut: async () => {
      const closed = once(server, 'close');
      server.close();
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
}
