// The same on a server, whose connections are sockets.
import './at_commit.test.ts';
