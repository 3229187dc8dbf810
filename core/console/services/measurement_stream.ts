import type { MountedRequest, Services } from 'lectern';
import { EventStream, type Send } from './event_stream.ts';
import type { Measurements } from './measurements.ts';

/** Streams the points of the charts to a page. */
export class MeasurementStream extends EventStream {
  readonly address = '/console/stream';
  readonly requires = 'console_charts';
  readonly #measurements: Measurements;

  constructor({ measurements }: Pick<Services, 'measurements'>) {
    super();
    this.#measurements = measurements;
  }

  protected listen(_request: MountedRequest, send: Send): () => void {
    return this.#measurements.listen(send);
  }
}
