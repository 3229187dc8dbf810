// The same on a server, in more sequences.
import './services.model.test.ts';
