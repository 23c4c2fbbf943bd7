(() => {
  const socket = new WebSocket(`${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/websocket-reload`);
  socket.onopen = () => socket.send(JSON.stringify({ page: decodeURI(location.pathname) }));
  socket.onmessage = (event) => {
    if (JSON.parse(event.data).kind === "page") location.reload();
  };
})();
