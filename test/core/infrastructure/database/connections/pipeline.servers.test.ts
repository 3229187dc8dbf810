// The same on a server, whose connections are sockets.
import './pipeline.test.ts';
