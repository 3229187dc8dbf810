import { expect } from 'chai';
import { manifest } from '../../support/installation.ts';
import { installations } from '../kernel/boot/support.ts';

describe('The readiness of the installation', () => {
  const install = installations();

  it('throws before the kernel serves requests', async () => {
    const { kernel } = await install({
      'core/early/module.json': manifest('early'),
      'core/early/services.js': `import { use } from 'lectern';
        class Early {
          installation = use('installation');
          ready() { try { this.installation.readiness(); } catch (error) { this.problem = error.message; } }
        }
        export default { early: Early };`,
    }).serve();
    expect((kernel.services as unknown as { early: { problem: string } }).early.problem).to.equal(
      'The readiness of the service `installation` was used before the kernel serves requests; use it in an operation, or after listen().',
    );
    expect(await kernel.services.installation.readiness()).to.include({ status: 'ready' });
  });
});
