# The service, for docker-compose.yml: castline with its web face, run as nobody in particular.
FROM python:3.11-slim

WORKDIR /castline
COPY pyproject.toml README.md LICENSE ./
COPY castline castline
RUN pip install --no-cache-dir ".[web,fast,model,mcp,plot,tables]" && useradd --create-home castline
USER castline
WORKDIR /home/castline

EXPOSE 8642
CMD ["castline", "serve", "--host", "0.0.0.0", "--port", "8642"]
