import { expect } from 'chai';
import { giving, installations } from '../kernel/boot/support.ts';

describe('The start of a kernel', () => {
  const install = installations();

  it('happens once, and every call awaits its end', async () => {
    const counter = `counter: asValue({ starts: 0, async start() { this.starts++; }, ready() { this.isReady = true; } })`;
    const kernel = await install(giving('core/counting', counter)).boot();
    await Promise.race([kernel.start(), kernel.start()]);
    await kernel.start();
    expect((kernel.services as unknown as { counter: object }).counter).to.include({ starts: 1, isReady: true });
  });
});
