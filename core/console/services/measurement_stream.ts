import { use, type MountedRequest } from 'lectern';
import { EventStream, type Send } from './event_stream.ts';

/** Streams the points of the charts to a page. */
export class MeasurementStream extends EventStream {
  readonly address = '/console/stream';
  readonly requires = 'console_charts';
  readonly #measurements = use('measurements');

  protected listen(_request: MountedRequest, send: Send): () => void {
    return this.#measurements.listen(send);
  }
}
