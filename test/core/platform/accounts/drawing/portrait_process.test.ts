import { expect } from 'chai';
import sharp from 'sharp';
import { PortraitProcess } from '../../../../../core/platform/accounts/drawing/portrait_process.ts';
import { eventually } from '../../../../support/eventually.ts';
import { emptyExif, endlessExif, picture, withSegments } from '../hostile_pictures.ts';

describe('PortraitProcess', () => {
  const opened: PortraitProcess[] = [];
  let jpeg: Buffer;

  before(async () => {
    jpeg = await picture('jpeg');
  });
  afterEach(() => {
    for (const drawing of opened.splice(0)) drawing.stop();
  });

  const open = (limits: ConstructorParameters<typeof PortraitProcess>[0] = {}) => {
    const drawing = new PortraitProcess(limits);
    opened.push(drawing);
    return drawing;
  };
  const isRunning = (pid: number) => {
    try {
      return process.kill(pid, 0);
    } catch {
      return false;
    }
  };
  const ended = (pid: number) => eventually(async () => expect(isRunning(pid)).to.equal(false));
  const failureOf = (drawing: PortraitProcess, bytes: Buffer) =>
    drawing.draw(bytes).then(
      () => undefined,
      (error: unknown) => (error as Error).message,
    );

  it('starts for the first picture and draws the next ones, too', async () => {
    const drawing = open();
    expect(drawing.pid).to.equal(undefined);
    expect(await drawing.draw(jpeg)).to.have.nested.property('portrait.large');
    const { pid } = drawing;
    expect(await drawing.draw(Buffer.from('GIF89a'))).to.deep.equal({
      problem: 'must be a whole PNG or JPEG that can be decoded',
    });
    expect(drawing.pid).to.equal(pid);
  });

  it('turns a picture by its orientation, and removes its metadata', async () => {
    const halves = Buffer.from(
      '<svg xmlns="http://www.w3.org/2000/svg" width="64" height="32"><rect width="32" height="32" fill="red"/></svg>',
    );
    const sideways = await sharp(halves)
      .flatten({ background: 'blue' })
      .withExif({ IFD0: { Copyright: 'me' } })
      .jpeg()
      .withMetadata({ orientation: 6 })
      .toBuffer();
    const { portrait } = (await open().draw(sideways)) as { portrait: Record<string, Uint8Array> };
    const { data, info } = await sharp(portrait['large']).removeAlpha().raw().toBuffer({ resolveWithObject: true });
    const reds = [20, 180].map((y) => data[(y * info.width + 100) * info.channels]! > 128);
    expect(reds).to.deep.equal([true, false]);
    const head = await sharp(portrait['large']).metadata();
    expect(head).to.include({ format: 'png', width: 200, height: 200, depth: 'uchar', hasProfile: false });
    expect(head).not.to.have.any.keys('exif', 'orientation');
  });

  it('ends when it has no work', async () => {
    const drawing = open({ idleMs: 1 });
    await drawing.draw(jpeg);
    await eventually(async () => expect(drawing.pid).to.equal(undefined));
  });

  it('is killed at its time limit, even while it decodes', async () => {
    const drawing = open({ timeoutMs: 1_500 });
    const failure = failureOf(drawing, withSegments(jpeg, Array.from({ length: 15 }, endlessExif)));
    const pid = drawing.pid as number;
    expect(await failure).to.include('ended without a portrait (SIGKILL)');
    await ended(pid);
  });

  it('ends itself above its limits of memory and CPU time', async () => {
    const slow = withSegments(jpeg, [endlessExif()]);
    expect(await failureOf(open({ maxBytes: 1 }), slow)).to.include('more than 1 bytes of memory');
    expect(await failureOf(open({ maxCpuMs: 1 }), slow)).to.include('more than 1 ms of CPU time');
  });

  it('is replaced after it was killed', async () => {
    const drawing = open();
    const failure = failureOf(drawing, jpeg);
    process.kill(drawing.pid as number, 'SIGKILL');
    expect(await failure).to.include('SIGKILL');
    expect(
      await drawing.draw(
        withSegments(
          jpeg,
          Array.from({ length: 5_000 }, () => emptyExif),
        ),
      ),
    ).to.have.property('portrait');
  });

  it('ends with the service, while it draws', async () => {
    const drawing = open();
    const failure = failureOf(drawing, jpeg);
    const pid = drawing.pid as number;
    drawing.stop();
    expect(await failure).to.include('SIGKILL');
    await ended(pid);
  });
});
