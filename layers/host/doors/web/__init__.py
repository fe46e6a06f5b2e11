"""The web table: a light page that shows any game live, and to a player, by private link, their own side of it.

`app.answer(host, http) -> Response` is all of it; `application.py` makes it one ASGI application, at home and in AWS.
Every page works without JavaScript; `static/table.js` only fetches the middle of the page again when it has changed.
"""
