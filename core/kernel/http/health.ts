import type { Express } from 'express';
import type { SetAside } from '../boot/assemble.ts';

/** What the health pages ask of the kernel. */
export interface Health {
  isReady(): boolean;
  /** Rejects when a service cannot do its work. */
  check(): Promise<void>;
  readonly setAside: readonly SetAside[];
}

interface ModuleName {
  readonly name: string;
  readonly layer: string;
}

/** `/healthz`: the process is alive. `/readyz`: it can serve, and how each plugin is. */
export function mountHealth(app: Express, health: Health, modules: readonly ModuleName[]): void {
  app.get('/healthz', (_request, response) => {
    response.json({ status: 'ok' });
  });
  app.get('/readyz', async (_request, response) => {
    const isReady = health.isReady() && (await isWell(health));
    response
      .status(isReady ? 200 : 503)
      .json({ status: isReady ? 'ready' : 'unavailable', plugins: pluginStates(health, modules) });
  });
}

async function isWell(health: Health): Promise<boolean> {
  return health.check().then(
    () => true,
    () => false,
  );
}

function pluginStates({ setAside }: Health, modules: readonly ModuleName[]) {
  const running = modules.filter(({ layer }) => layer === 'plugins').map(({ name }) => ({ name, state: 'running' }));
  const aside = setAside.map(({ module, reason }) => ({ name: module, state: 'set aside', reason }));
  return [...running, ...aside];
}
